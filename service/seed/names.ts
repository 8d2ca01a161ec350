/** Splits a text at semicolons. */
const list = (text: string): string[] => text.split(/;\s+/);
const pairs = (text: string): [string, string][] => list(text).map((pair) => pair.split(': ') as [string, string]);
const priced = (text: string): [string, number][] => pairs(text).map(([name, cents]) => [name, Number(cents)]);

/** The countries that the seeded companies trade with, and how companies, places and streets are spelt there. All names are invented. */
export const countries = [
  {
    code: 'SE',
    currency: 'SEK',
    legalForms: ['AB', 'HB', '& Partners AB'],
    roots: ['Norrvik', 'Lindhamra', 'Tallgrens', 'Björkesund', 'Hallbyn', 'Sjökvist', 'Mälarö', 'Granhult', 'Östbacka', 'Rönnefors'],
    cities: pairs('Stockholm: 111 22; Göteborg: 411 05; Malmö: 211 34; Uppsala: 753 10; Umeå: 903 26'),
    streets: ['Tallvägen', 'Hamngatan', 'Storgatan', 'Bruksgatan', 'Kvarnvägen'],
    domain: 'example.se',
  },
  {
    code: 'DE',
    currency: 'EUR',
    legalForms: ['GmbH', 'KG', 'GmbH & Co. KG'],
    roots: list('Adlerbrück; Rheinholt; Silbertal; Kornfeld; Weidenau; Brandhorst; Lautenbach; Eichwald; Morgenrot; Steinkamp'),
    cities: pairs('Hamburg: 20457; München: 80331; Köln: 50667; Leipzig: 04109'),
    streets: ['Lindenallee', 'Hafenstraße', 'Marktplatz', 'Bahnhofstraße', 'Am Speicher'],
    domain: 'example.de',
  },
  {
    code: 'PT',
    currency: 'EUR',
    legalForms: ['Lda.', 'S.A.'],
    roots: ['Ribeira Clara', 'Monte Alvo', 'Cais Novo', 'Vale do Sal', 'Azulmar', 'Quinta Serena', 'Porto Lume', 'Serra Verde'],
    cities: pairs('Lisboa: 1100-148; Porto: 4050-253; Coimbra: 3000-175'),
    streets: ['Rua do Arsenal', 'Avenida da Praia', 'Rua das Flores', 'Largo do Mercado'],
    domain: 'example.pt',
  },
  {
    code: 'US',
    currency: 'USD',
    legalForms: ['Inc.', 'LLC', 'Co.'],
    roots: list('Blue Mesa; Cedar Point; Harbor & Pine; Ironwood; Prairie Line; Redstone; Silver Creek; Westgate; Copper Hill; Lakeshore'),
    cities: pairs('Portland: 97204; Austin: 78701; Chicago: 60601; Boston: 02108'),
    streets: ['Market Street', 'Canal Street', '5th Avenue', 'Mill Road', 'Foundry Lane'],
    domain: 'example.com',
  },
  {
    code: 'JP',
    currency: 'JPY',
    legalForms: ['K.K.', 'G.K.'],
    roots: ['Asagiri', 'Hoshikawa', 'Minatogawa', 'Shirakaba', 'Tsukinami', 'Yamabuki', 'Kitahara', 'Aozora'],
    cities: pairs('Tokyo: 100-0005; Osaka: 530-0001; Sapporo: 060-0001'),
    streets: ['Marunouchi 2-chome', 'Umeda 1-chome', 'Odori Nishi 4', 'Sakuragi 3-chome'],
    domain: 'example.jp',
  },
  {
    code: 'KW',
    currency: 'KWD',
    legalForms: ['W.L.L.', 'K.S.C.'],
    roots: ['Al Marsa', 'Bayt Al Noor', 'Al Sahel', 'Dar Al Waha', 'Al Rimal', 'Najm Al Khaleej'],
    cities: pairs('Kuwait City: 13001; Hawalli: 32001; Salmiya: 22001'),
    streets: ['Gulf Road', 'Fahad Street', 'Harbour Street'],
    domain: 'example.com.kw',
  },
];

export type Country = (typeof countries)[number];

/** Trades of suppliers; part of their names. */
export const trades: readonly string[] =
  list(`Logistics; Office Supply; Travel; Catering; Instruments; Print; Cloud Services; Facility; Legal; Energy; Packaging;
  Translation; Security; Freight; Design; Consulting; Metalworks; Courier; Software; Training`);

/** Travel expenses, with a usual amount in minor units of EUR. */
export const expenseThings: readonly (readonly [string, number])[] =
  priced(`Taxi from the airport: 3800; Hotel, two nights: 31400; Train ticket: 6900; Client dinner: 14200;
  Lunch with supplier: 5200; Conference fee: 48000; Parking: 1850; Flight change: 12500; Printer paper and toner: 8700;
  Fuel: 7400; Team breakfast: 4300; Rental car: 22600; Phone roaming: 1990; Visa fee: 9000; Luggage fee: 4500;
  Metro card: 2000; Reference books: 6100; Courier to the customer: 3300`);

/** Places where company cards are used. */
export const merchants: readonly (readonly [string, string])[] =
  pairs(`Hotel Miradouro: 7011; Café Nordstern: 5814; Skyline Air: 4511; Ferrocarril Expresso: 4112; Papier & Co: 5943;
  CloudHarbor: 5734; Mercado Central: 5411; City Cabs: 4121; Fuel Point: 5541; Izakaya Tanuki: 5812;
  Harbour Grill: 5812; Copyhaus: 7338; Toolshed: 5251; Bankomat: 6011; Telefonia Sul: 4814; Conference Desk: 8699`);

/** Products of the seeded companies, with a usual price in minor units of EUR. */
export const productNames: readonly (readonly [string, number])[] =
  priced(`Calibration, on site: 84000; Calibration, workshop: 52000; Flow meter FM-20: 129900; Flow meter FM-50: 214500;
  Sensor cable, 5 m: 3950; Service contract, month: 45000; Travel, per hour: 9500; Data logger DL-4: 67800;
  Pressure probe P1: 23400; Training day: 118000; Spare parts set: 15600; Express handling: 7500`);

/** Customers of the seeded companies. */
export const customerNames: readonly string[] =
  list(`Vattenberg Kraft AB; Stadtwerke Ostheim; Aguas do Vale S.A.; Great Plains Dairy Co.; Nagisa Foods K.K.;
  Gulf Blue Desalination; Norra Pappersbruket AB; Molkerei Hansen GmbH; Cervejaria do Cais; Lakeside Biotech Inc.;
  Kanda Chemicals K.K.; Sundsvik Fjärrvärme AB; Brauhaus Linde KG; Riverbend Hospital Trust; Solar Alentejo Lda.`);

/** Texts that people write on purchase and sales invoices. */
export const invoiceTexts: readonly string[] =
  list(`Quarterly maintenance; Delivery as ordered; Work on site, week 34; Replacement after inspection; Annual agreement;
  Second instalment; Travel as agreed`);
