import type { JsonValue } from './json.ts';

/** One detail of an error, both shapes joined ("Errors", "Error context, shape A/B"). `path` names the request field concerned. */
export interface ServiceErrorItem {
  type: string | null;
  message: string | null;
  clientMessage: string | null;
  path: string[] | null;
  context: JsonValue;
}

/** An error of shape A or B as the service sent it; unknown `type` values pass through verbatim. */
export interface ServiceError {
  shape: 'A' | 'B';
  name: string | null;
  type: string;
  message: string | null;
  errors: ServiceErrorItem[];
}
