import type { RecordView } from '#shared/contract/views/views.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';

/** A record about which nothing is known: what a form for several records starts from. */
export function blankView(kind: RecordKind): RecordView {
  return {
    row: {
      kind,
      id: '',
      title: '',
      subtitle: null,
      status: null,
      amountMinor: null,
      currency: null,
      date: null,
      updatedAt: null,
      asOf: 0,
      provenance: 'stub',
      pending: [],
      hasProblem: false,
      facts: {},
      documentState: 'none',
    },
    service: null,
    view: {},
    complete: false,
    pending: [],
    edits: [],
    history: [],
  };
}
