import type { ForeignForm } from '#shared/values/encoding.ts';
import { t } from '#shared/messages/t.ts';

/** Why a file cannot be read, with its name where it is not plain which file. */
export const wordsOfForeign = (form: ForeignForm | 'editList', name = 'unnamed'): string => t(`fileProblems.foreign.${form}`, { name });
