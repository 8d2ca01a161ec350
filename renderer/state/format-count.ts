export { formatCount } from '#shared/values/language.ts';
