import { z } from '#shared/zod.ts';
import type { JsonObject } from '#shared/json/json.ts';
import { sameId } from '#shared/values/uuid.ts';
import { field } from './edit-form.ts';
import type { AnswerCheck, EditKind } from './edit-kind.ts';
import { withPending } from './pending-lists.ts';

/** Bounds of the text are not shown; an empty comment says nothing. `resourceId` is the record that the edit belongs to. */
const body = z.strictObject({ content: z.string().refine((content) => content.trim() !== '', { error: 'Write a comment.' }) });
export type CreateUserCommentBody = z.infer<typeof body>;

function answerOf(resourceId: string, sent: CreateUserCommentBody, answer: JsonObject): AnswerCheck {
  const answered = answer['resourceId'];
  if (typeof answer['id'] !== 'string') return { kind: 'wrongRecord', detail: 'the answer is not a comment' };
  if (typeof answered === 'string' && !sameId(answered, resourceId)) {
    return { kind: 'wrongRecord', detail: `the answer is a comment on ${answered}` };
  }
  if (answer['content'] === sent.content) return { kind: 'asSent' };
  // Neither the record nor the text: nothing says that this is our comment.
  if (typeof answered !== 'string') return { kind: 'wrongRecord', detail: 'the answer does not say what it is attached to' };
  const theirs = answer['content'];
  return {
    kind: 'differs',
    differences: [{ path: ['content'], mine: sent.content, ...(theirs === undefined ? {} : { theirs }) }],
  };
}

/** Create user comment ("Endpoints 5"), on a record of any kind. */
export const createUserComment: EditKind<CreateUserCommentBody> = {
  kind: 'createUserComment',
  recordKind: 'any',
  specification: 'Endpoints 5',
  body,
  repeat: 'creates',
  needsCompleteBase: false,
  review: () => 'automatic',
  touchesBank: () => false,
  request: (recordId, sent) => ({
    method: 'POST',
    family: 'A',
    path: '/user-comments',
    body: { resourceId: recordId, content: sent.content },
    accept: 'json',
  }),
  overlay: (record, sent) => withPending(record, 'pendingComments', sent),
  touched: () => [],
  merge: () => null,
  reverse: () => null,
  answer: answerOf,
  read: () => null,
  undocumentedRead: () => null,
  describe: () => ({ title: 'Comment', fields: [['content']] }),
  form: [field('content', 'Comment', 'paragraph', { required: true })],
  words: {
    form: 'Comment',
    button: 'Comment',
    save: 'Add comment',
    bulk: 'Comment',
    rule: 'Comments',
    one: 'comment',
    lookFor: 'Open the record in the service and look for this comment.',
  },
  key: 'comment',
  likelihood: () => 'seldom',
  summary: ({ content }) => ({ text: content }),
};
