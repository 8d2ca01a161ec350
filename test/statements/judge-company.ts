import { asBanksWrite, FIRST, GIVEN, ibanOf, LEGAL, SECOND, TRADE, type Dice } from './judge-spelling.ts';
import type { JudgeShape } from './judge-world.ts';

export interface Payer {
  id: string;
  name: string;
  inBook: boolean;
  number: string;
  ibans: string[];
  bankName: string;
  learned: boolean;
}

/** The company's customers. */
export const founded = (dice: Dice, shape: JudgeShape) => {
  const hard = shape.hard;
  const germanIban = (): string => ibanOf('DE', dice.digits(18));
  const swissIban = (): string => ibanOf('CH', dice.digits(17));
  const names = new Set<string>();
  const drawName = (): string => {
    for (;;) {
      const name = dice.chance(0.06)
        ? `${dice.of(GIVEN)} ${dice.of(FIRST)}${dice.of(SECOND)}`
        : `${dice.of(FIRST)}${dice.of(SECOND)} ${dice.of(TRADE)} ${dice.of(LEGAL)}`;
      if (!names.has(name)) {
        names.add(name);
        return name;
      }
    }
  };
  const payers: Payer[] = Array.from({ length: shape.customers ?? 300 }, (_, at) => {
    const name = drawName();
    const bankName = dice.weighted<() => string>([
      [60, () => asBanksWrite(name)],
      [12, () => asBanksWrite(name).toUpperCase()],
      [10, () => asBanksWrite(name).replace(/ (?:GmbH & Co\. KG|GmbH|AG|KG|OHG|e\.K\.|SE|Ltd|B\.V\.)$/u, '')],
      [6, () => `${asBanksWrite(name).split(' ')[0] ?? ''} Holding AG`],
      [4, () => `${dice.of(GIVEN)} ${asBanksWrite(name).split(' ')[0] ?? ''}`],
      [4, () => asBanksWrite(name).replace('mann', 'man').replace('ae', 'a')],
      [4, () => asBanksWrite(drawName())],
    ])();
    return {
      id: `customer-${String(at)}`,
      name,
      inBook: dice.chance(hard ? 0.7 : 0.85),
      number: String(10_000 + at * 3),
      ibans: Array.from({ length: dice.chance(0.12) ? 2 : 1 }, () => (dice.chance(0.8) ? germanIban() : swissIban())),
      bankName,
      learned: dice.chance(0.55),
    };
  });

  return { payers, drawName, germanIban };
};
