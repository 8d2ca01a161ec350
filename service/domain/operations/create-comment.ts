import { z } from 'zod';
import { text, uuid } from '#service/domain/fields.ts';
import { operation, type OperationInput, type Outcome } from './operation.ts';
import { userComment, type UserComment } from '#service/domain/records/user-comment.ts';
import { refuse } from '#service/domain/refusal.ts';
import type { StoredKind } from '#service/domain/store.ts';

const body = z.object({ resourceId: uuid, content: text });
const commentable: readonly StoredKind[] = ['expense', 'invoiceReceivable', 'cardTransaction', 'vendor', 'invoicePayable', 'customer'];

function create(input: OperationInput<z.infer<typeof body>>): Outcome {
  const { store, caller, timestamp } = input;
  const resourceId = input.body.resourceId.toLowerCase();
  const found = commentable.some(
    (kind) => (store.get(kind, resourceId) as { companyId?: string } | undefined)?.companyId === caller.companyId,
  );
  if (!found) return refuse('NOT_FOUND', 'RESOURCE_NOT_FOUND', 'There is no such resource in this company.', ['resourceId']);
  if (input.body.content.trim() === '') return refuse('UNPROCESSABLE_CONTENT', 'CONTENT_EMPTY', 'A comment needs words.', ['content']);
  const comment: UserComment = {
    id: input.uuid(),
    companyId: caller.companyId,
    resourceId,
    content: input.body.content,
    createdBy: caller.userId,
    createdAt: timestamp,
    updatedAt: timestamp,
  };
  store.put('userComment', comment.id, comment);
  return { kind: 'answer', status: 201, body: comment, effects: [{ kind: 'userComment', id: comment.id }], createdId: comment.id };
}

/** Create user comment ("Endpoints 5"). */
export const createUserComment = operation({
  name: 'createUserComment',
  method: 'POST',
  path: '/v1/user-comments',
  summary: 'Create user comment',
  action: 'comment',
  body,
  response: userComment,
  apply: create,
});
