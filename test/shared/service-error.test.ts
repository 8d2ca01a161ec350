import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '#shared/json/json.ts';
import { isDuplicateAlarm, isLocked, paymentAnswerState, paymentWarning } from '#shared/service/invoice-states.ts';
import { fieldOfErrorPath, readServiceError } from '#shared/service/service-error.ts';

const shapeA: JsonObject = {
  name: 'BadRequestError',
  type: 'BAD_REQUEST',
  errors: [{ type: 'INVALID_DATE', message: 'Not a date', path: ['body', 'paymentDate'], context: { limit: null } }],
};
const shapeB: JsonObject = {
  type: 'BAD_REQUEST',
  errors: [{ type: 'X', clientMessage: 'Please correct', message: 'internal', path: ['city'], context: {} }],
  stackTrace: [{ className: 'A', lineNumber: 5 }],
  message: 'Bad request',
  suppressed: [],
  localizedMessage: 'Bad request',
  name: 'BadRequest',
};

describe('service errors', () => {
  it('shape A', () => {
    expect(readServiceError(shapeA)).toEqual({
      name: 'BadRequestError',
      type: 'BAD_REQUEST',
      message: null,
      errors: [
        { type: 'INVALID_DATE', message: 'Not a date', clientMessage: null, path: ['body', 'paymentDate'], context: { limit: null } },
      ],
    });
  });

  it('shape B', () => {
    expect(readServiceError(shapeB)).toMatchObject({
      message: 'Bad request',
      errors: [{ clientMessage: 'Please correct', message: 'internal', path: ['city'] }],
    });
  });

  it.each(['error', 'failureContext', 'anything'])('nested one level, under %s', (name) => {
    expect(readServiceError({ status: 400, [name]: shapeB })).toEqual(readServiceError(shapeB));
    expect(readServiceError({ deep: { [name]: shapeB } })).toBeNull();
  });

  it('an unknown type passes through verbatim; a known one needs no details', () => {
    expect(readServiceError({ type: 'TEAPOT', errors: [] })).toMatchObject({ type: 'TEAPOT', errors: [] });
    expect(readServiceError({ type: 'CONFLICT' })).toMatchObject({ type: 'CONFLICT' });
  });

  it('a record is not an error', () => {
    expect(readServiceError({ type: 'EXTERNAL', name: 'Acme', vendorId: 'v', failureContext: null })).toBeNull();
    expect(readServiceError({ id: 'x', merchant: { name: 'Café' }, type: 'PAYMENT' })).toBeNull();
  });

  it('never throws, and bends to wrong types', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (details, path) => {
        readServiceError(details);
        const error = readServiceError({
          type: 'BAD_REQUEST',
          name: details as JsonValue,
          errors: [{ path: path as JsonValue }, details],
        });
        expect(error?.type).toBe('BAD_REQUEST');
      }),
      { numRuns: 1000 },
    );
  });
});

describe("an error's path names a form field", () => {
  const fields = [['paymentDate'], ['city'], ['phoneNumber', 'localNumber'], ['localNumber'], ['customProperties'], ['bankCity']];
  it.each([
    [['paymentDate'], ['paymentDate']],
    [['body', 'paymentDate'], ['paymentDate']],
    [['body.paymentDate'], ['paymentDate']],
    [
      ['phoneNumber', 'localNumber'],
      ['phoneNumber', 'localNumber'],
    ],
    [['request', 'body', 'customProperties', '0', 'groupId'], ['customProperties']],
    [['customProperties[0].groupId'], ['customProperties']],
    [['bankCity'], ['bankCity']],
    [['unheardOf'], null],
    [['body'], null],
    [[], null],
  ])('%j → %j', (path, field) => {
    expect(fieldOfErrorPath(path, fields)).toEqual(field);
  });
});

describe('invoice states', () => {
  it('which are locked, which warn, which are unknown', () => {
    expect(['ARCHIVED', 'REVERSED', 'PAID', 'DRAFT', null].map(isLocked)).toEqual([true, true, false, false, false]);
    expect(
      Object.fromEntries(
        ['OPEN', 'PARTIALLY_PAID', 'PAID', 'PAYMENT_PENDING', 'DRAFT', 'OPEN_IN_PROGRESS', 'ARCHIVED', 'REVERSED', 'NEW_ONE'].map(
          (state) => [state, paymentWarning(state)],
        ),
      ),
    ).toEqual({
      OPEN: 'none',
      PARTIALLY_PAID: 'none',
      PAID: 'unusual',
      PAYMENT_PENDING: 'unusual',
      DRAFT: 'unusual',
      OPEN_IN_PROGRESS: 'unusual',
      ARCHIVED: 'locked',
      REVERSED: 'locked',
      NEW_ONE: 'unknownState',
    });
    expect(paymentWarning(null)).toBe('unknownState');
  });

  it('a paid invoice that turns partly paid, or stays paid, is an alarm', () => {
    expect(isDuplicateAlarm('PAID', { state: 'PARTIALLY_PAID' }, null)).toBe(true);
    expect(isDuplicateAlarm('OPEN', { state: 'PARTIALLY_PAID' }, null)).toBe(false);
    expect(isDuplicateAlarm('PAID', { state: 'PAID' }, null)).toBe(true);
    expect(isDuplicateAlarm(null, { state: 'PARTIALLY_PAID' }, null)).toBe(false);
    expect(paymentAnswerState(undefined)).toBe('notRecorded');
  });

  it.each([
    // Our payments make the total, or more than it, or a part.
    ['PARTIALLY_PAID', { sure: 100n, most: 100n, sawOpen: true }, true],
    ['PARTIALLY_PAID', { sure: 100n, most: 130n, sawOpen: false }, true],
    ['PARTIALLY_PAID', { sure: 130n, most: 130n, sawOpen: true }, false],
    ['PARTIALLY_PAID', { sure: 40n, most: 100n, sawOpen: true }, false],
    ['PAID', { sure: 100n, most: 100n, sawOpen: true }, false],
    ['PAID', { sure: 40n, most: 40n, sawOpen: true }, true],
    // One of ours that is only believed to be there may have made it.
    ['PAID', { sure: 40n, most: 100n, sawOpen: true }, false],
    // A part was paid by others before, and the review said so.
    ['PAID', { sure: 40n, most: 40n, sawOpen: false }, false],
  ])('an invoice of 100 that is %s after ours of %o shows others: %s', (state, ours, is) => {
    expect(isDuplicateAlarm('OPEN', { state, amount: 100 }, ours)).toBe(is);
    expect(isDuplicateAlarm('OPEN', { state }, ours)).toBe(false);
  });
});
