import { spelled } from '#shared/values/readable.ts';
import { anyOf } from '#shared/query/write-term.ts';

const edits: Record<string, string> = {
  any: 'has:edit',
  waiting: 'has:waiting',
  needsYou: 'has:conflict,rejected,held,review',
  inDoubt: 'has:doubt',
};

/** The query that a link of an earlier edition means: `pending=needsYou`, `status=A,B`, `currency`, `pack`, `text`; null for none. */
export function queryOf(link: Record<string, string>): string | null {
  const { status, currency, pending, pack, text } = link;
  const terms = [
    status &&
      anyOf(
        'status',
        status.split(',').map((one) => spelled(one).toLowerCase()),
      ),
    currency && anyOf('currency', [currency]),
    pending && edits[pending],
    pack && anyOf('pack', [pack]),
    text,
  ];
  const asked = terms.filter((term) => typeof term === 'string' && term !== '').join(' ');
  return asked === '' ? null : asked;
}
