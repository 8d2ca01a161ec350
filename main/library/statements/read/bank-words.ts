import { StatementRefused } from '#shared/statements/statement.ts';
import { lettersOf } from './bank-cells.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const outs = words(
  '- s d dr db dbit debit debet debito soll af lastschrift belastung abbuchung uit out paidout moneyout withdrawal cargo uttag dare',
);
const ins = words('+ h c cr crdt credit kredit credito haben bij gutschrift zugang in paidin moneyin deposit abono insattning avere');
/** Words with one of these inside speak of money that goes out. */
const speaksOfOut = /debi?t|lastschrift|belast|abbuch|withdraw|paidout|purchase|cargo/;
/** Headings of columns that say more than a direction: a kind of transaction. */
const sayMore = words('type soort');

const wordOf = (text: string): string => (/^[+-]$/.test(text) ? text : lettersOf(text));

interface Amount {
  minor: bigint;
  /** In the column of directions. */
  word: string;
  where: string;
}

/**
 * Amounts by their directions, negative for money out. A column says the direction when each of its words is known; else an amount's own sign does, and
 * where no amount has one the file is refused by its word: nothing goes in because nobody said that it went out.
 */
export function directionsOf(amounts: readonly Amount[], heading: string | null): bigint[] {
  const own = amounts.map(({ minor }) => minor);
  if (heading === null) return own;
  const said = amounts.map(({ word }) => wordOf(word));
  if (said.every((word) => outs.has(word) || ins.has(word))) {
    const isSignUsual = amounts.some(({ minor }, at) => minor < 0n && outs.has(said[at]!));
    return own.map((minor, at) => (!isSignUsual && outs.has(said[at]!) ? -minor : minor));
  }
  const speak = !sayMore.has(lettersOf(heading)) || said.some((word) => outs.has(word) || speaksOfOut.test(word));
  if (own.every((minor) => minor >= 0n) && speak) {
    const unknown = amounts.find((_, at) => !outs.has(said[at]!) && !ins.has(said[at]!));
    throw new StatementRefused('badAmount', `${unknown?.where ?? ''}: ${unknown?.word ?? ''}`);
  }
  return own;
}

/** No money yet, or none at all. */
const open =
  /pending|pdng|vorgemerkt|announced|reserv|attente|ausstehend|^offen|^open$|behandeling|vantande|pendiente|pendente|geplant|scheduled|authori[sz]|declin|fail|abgelehnt|storni|cancel|annul|reject|rejet|refus|returned|void|avvis|geweigerd|rechaz/;
const booked =
  /book|gebucht|posted|complet|clear|settle|execut|erledigt|ausgefuhrt|bokf|geboekt|compta|contab|efetiv|done|^ok$|paid|process|success|genomf|verwerkt|effectu|liquid/;

/** True for a line that is no money yet. Throws for a status of an unknown word; a column of other notes says nothing. */
export function isAnnounced(status: string, heading: string, where: string): boolean {
  const word = lettersOf(status);
  if (open.test(word)) return true;
  if (word !== '' && lettersOf(heading) === 'status' && !booked.test(word))
    throw new StatementRefused('unknownStatus', `${where}: ${status}`);
  return false;
}

const titleOfOpen =
  /^(?:pending|vorgemerkt|ausstehende|reserved|reservations|reserverade|enattente|operationsenattente|inbehandeling|vantande|pendiente|pendente)/;

/** True for the title of a list whose lines are no money yet: one text alone in its row. */
export function isAnnouncedList(cells: readonly string[]): boolean {
  const texts = cells.filter((text) => text.trim() !== '');
  return texts.length === 1 && titleOfOpen.test(lettersOf(texts[0]!));
}
