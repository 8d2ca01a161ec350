import { t } from '#shared/messages/t.ts';
import { z } from '#shared/zod.ts';
import type { JsonObject } from '#shared/json/json.ts';
import { sameId } from '#shared/values/uuid.ts';
import { editWords, field } from './edit-form.ts';
import { creating, type AnswerCheck, type EditKind } from './edit-kind.ts';
import { withPending } from './pending-lists.ts';

/** Bounds of the text are not shown; an empty comment says nothing. `resourceId` is the record that the edit belongs to. */
const body = z.strictObject({
  content: z.string().refine((content) => content.trim() !== '', { error: () => t('edits.comment.empty') }),
});
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
  ...creating,
  kind: 'createUserComment',
  recordKind: 'any',
  specification: 'Endpoints 5',
  body,
  review: () => 'automatic',
  request: (recordId, sent) => ({
    method: 'POST',
    family: 'A',
    path: '/user-comments',
    body: { resourceId: recordId, content: sent.content },
    accept: 'json',
  }),
  overlay: (record, sent) => withPending(record, 'pendingComments', sent),
  answer: answerOf,
  undocumentedRead: () => null,
  describe: () => ({ title: t('edits.comment.title'), fields: [['content']] }),
  form: [field('content', 'records.field.comment', 'paragraph', { required: true, headId: 'edits.comment.head' })],
  words: editWords(
    {
      form: 'edits.comment.title',
      button: 'edits.comment.title',
      save: 'edits.comment.save',
      bulk: 'edits.comment.title',
      rule: 'edits.comment.rule',
      lookFor: 'edits.comment.lookFor',
    },
    (count) => t('edits.comment.count', { count }),
  ),
  key: 'comment',
  likelihood: () => 'seldom',
  summary: ({ content }) => ({ text: content }),
};
