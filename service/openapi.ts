import { z } from 'zod';
import type { Operation } from '#service/domain/operations/operation.ts';
import { operations } from '#service/domain/operations/operations.ts';
import { cardTransaction } from './domain/records/card-transaction.ts';
import { errorContextA, errorContextB } from './domain/records/error-context.ts';
import { expense } from './domain/records/expense.ts';
import { invoiceReceivable, invoiceReceivableLine } from './domain/records/invoice-receivable.ts';
import { userComment } from './domain/records/user-comment.ts';
import { vendor } from './domain/records/vendor.ts';
import { refusalTypes, type RefusalType } from './domain/refusal.ts';
import type { Switches } from './domain/switches.ts';

const mediaType = 'application/json';
const components: ReadonlyMap<z.ZodType, string> = new Map<z.ZodType, string>([
  [expense, 'Expense'],
  [invoiceReceivable, 'InvoiceReceivable'],
  [invoiceReceivableLine, 'InvoiceReceivableLine'],
  [userComment, 'UserComment'],
  [cardTransaction, 'CardTransaction'],
  [vendor, 'Vendor'],
  [errorContextA, 'ErrorContextA'],
  [errorContextB, 'ErrorContextB'],
]);
const refusals: readonly RefusalType[] = ['BAD_REQUEST', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'UNPROCESSABLE_CONTENT'];

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { target: 'draft-2020-12', unrepresentable: 'any', io });
  return rest;
}

function reference(schema: z.ZodType): object {
  const name = components.get(schema);
  return name === undefined ? schemaOf(schema, 'output') : { $ref: `#/components/schemas/${name}` };
}

function refusalOf(type: RefusalType, operation: Operation): object {
  const schema = reference(operation.errorShape === 'B' ? errorContextB : errorContextA);
  return { description: type, content: { [mediaType]: { schema } } };
}

function successOf(operation: Operation): object {
  if (operation.name === 'getInvoiceDocument') {
    return { description: 'The document', content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } } };
  }
  const schema = operation.response === undefined ? { type: 'object' } : reference(operation.response);
  return { description: 'Done', content: { [mediaType]: { schema } } };
}

function parametersOf(operation: Operation, switches: Switches): object[] {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } };
  const variant = {
    name: switches.documentParameter,
    in: 'query',
    required: false,
    schema: { type: 'string', enum: ['ORIGINAL', 'GENERATED'] },
  };
  return [...(operation.path.includes('{id}') ? [id] : []), ...(operation.name === 'getInvoiceDocument' ? [variant] : [])];
}

function describe(operation: Operation, switches: Switches): object {
  const creates = operation.name === 'createInvoiceLine' || operation.name === 'createUserComment';
  const body =
    operation.body === undefined
      ? {}
      : { requestBody: { required: true, content: { [mediaType]: { schema: schemaOf(operation.body, 'input') } } } };
  return {
    operationId: operation.name,
    summary: operation.summary,
    parameters: parametersOf(operation, switches),
    ...body,
    responses: {
      [creates ? '201' : '200']: successOf(operation),
      ...Object.fromEntries(refusals.map((type) => [String(refusalTypes[type].status), refusalOf(type, operation)])),
    },
  };
}

function securitySchemes(baseUrl: string): object {
  const authorizationCode = {
    authorizationUrl: `${baseUrl}/oauth/authorize`,
    tokenUrl: `${baseUrl}/oauth/token`,
    refreshUrl: `${baseUrl}/oauth/token`,
    scopes: {},
  };
  return {
    apiKey: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'Basic <API_KEY>, the key as it is' },
    oauth: { type: 'oauth2', flows: { authorizationCode } },
  };
}

/** The OpenAPI 3.1 description of what a sandbox with these switches offers, made from the schemas that it checks with. */
export function openApi(switches: Switches, baseUrl: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    if (operation.only !== undefined && !switches[operation.only]) continue;
    const path = (paths[operation.path] ??= {});
    path[operation.method.toLowerCase()] = describe(operation, switches);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Back-Office Finance Service (sandbox)', version: '1.0.0' },
    servers: [{ url: baseUrl }],
    security: [{ apiKey: [] }, { oauth: [] }],
    paths,
    components: {
      schemas: Object.fromEntries([...components].map(([schema, name]) => [name, schemaOf(schema, 'output')])),
      securitySchemes: securitySchemes(baseUrl),
    },
  };
}
