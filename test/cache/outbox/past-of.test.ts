import { expect, test } from 'vitest';
import type { Attempt } from '#main/outbox/attempts.ts';
import type { OutboxRow } from '#main/outbox/outbox.ts';
import { pastOf, type Doubted } from '#main/recovery/past-of.ts';

/** The history that an edit takes into another database: without it a user would create the same twice. */

const edit = (id: string, supersedes: string | null = null, repeat: OutboxRow['repeat'] = 'creates') =>
  ({ id, supersedes, repeat, lastAttempt: 0 }) as OutboxRow;
const request = (editId: string, outcome: string | null) => ({ editId, outcome }) as Attempt;
const unknown = request('first', 'doubt');
const none: Doubted = new Set();

test.each<[string, OutboxRow[], Attempt[] | null, Doubted | null, object]>([
  ['nothing, where there was nothing before', [edit('second')], [], none, {}],
  ['nothing of its own requests, which come along', [edit('second')], [request('second', null)], none, {}],
  ['nothing of what others asked', [edit('second'), edit('first')], [unknown], none, {}],
  ['nothing where what it corrects was answered', [edit('second', 'first'), edit('first')], [request('first', 'refused')], none, {}],
  ['nothing where only others’ requests are open', [edit('second', 'first'), edit('first')], [request('third', null)], none, {}],
  ['that what it corrects may be there', [edit('second', 'first'), edit('first')], [unknown], none, { mayBeThere: true }],
  ['that it may be there, where what it corrects can be read nowhere', [edit('second', 'first')], [], none, { mayBeThere: true }],
  ['nothing where what it corrects is in the other database with all its past', [edit('second', 'here')], [], none, {}],
  ['that it may be there, where no request can be read', [edit('second', 'first'), edit('first')], null, none, { mayBeThere: true }],
  ['nothing of requests that cannot be read where there were none', [edit('second')], null, none, {}],
  [
    'that it may be there, where its own requests cannot be read',
    [{ ...edit('second'), lastAttempt: 1 }],
    null,
    none,
    { mayBeThere: true },
  ],
  ['nothing where all its own requests can be read', [{ ...edit('second'), lastAttempt: 1 }], [request('second', 'refused')], none, {}],
  ['that it may be there, where the trail cannot be read', [edit('second')], [], null, { mayBeThere: true }],
  ['nothing of a field where the trail cannot be read', [edit('second', null, 'absoluteBlind')], [], null, {}],
  ['that it may be there, though what it corrects cannot be read', [edit('second', 'first')], [unknown], none, { mayBeThere: true }],
  [
    'that it may be there, through a correction between',
    [edit('second', 'between'), edit('between', 'first'), edit('first')],
    [request('between', 'refused'), unknown],
    none,
    { mayBeThere: true },
  ],
  ['nothing of a field that is set anew', [edit('second', 'first', 'absoluteBlind'), edit('first')], [unknown], none, {}],
  ['what it said of itself when it came here', [edit('second')], [], new Set(['second']), { mayBeThere: true }],
  [
    'what the one before said of itself when it came here',
    [edit('second', 'first'), edit('first')],
    [],
    new Set(['first']),
    { mayBeThere: true },
  ],
  ['nothing of a damaged trail that goes in a circle', [edit('second', 'first'), edit('first', 'second')], [], none, {}],
])('says %s', (_, edits, requests, doubted, message) => {
  const [row] = edits as [OutboxRow];
  expect(pastOf(row, { edits, attempts: requests, doubted }, (id) => id === 'here')).toEqual(message);
});
