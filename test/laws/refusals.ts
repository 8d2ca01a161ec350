import type { WireAnswer } from '#main/api/transport/transport.ts';

/** To a token that ended. */
export const expired: WireAnswer = {
  kind: 'answer',
  status: 401,
  headers: [['content-type', 'application/json;charset=UTF-8']],
  body: new TextEncoder().encode('{"name":"Error","type":"UNAUTHORIZED","errors":[]}'),
  afterMs: 10,
};

/** To whatever is written to the poisoned record. */
export const refusal: WireAnswer = {
  kind: 'answer',
  status: 422,
  headers: [['content-type', 'application/json;charset=UTF-8']],
  body: new TextEncoder().encode(
    JSON.stringify({
      name: 'UnprocessableContentError',
      type: 'UNPROCESSABLE_CONTENT',
      errors: [{ type: 'POISON', message: 'never', path: ['performedDate'], context: null }],
    }),
  ),
  afterMs: 10,
};
