import { isPluralElement, isSelectElement, isTagElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';

/** @typedef {'number' | 'string' | 'boolean'} ParamType */

/** Parses an ICU message. Throws with its place in the text, or with what of ICU this catalogue leaves out. */
export function parseMessage(text) {
  const elements = parse(text, { captureLocation: false, shouldParseSkeletons: false });
  for (const element of everyElement(elements)) refuse(element);
  return elements;
}

function refuse(element) {
  if ([TYPE.date, TYPE.time].includes(element.type) || (element.type === TYPE.number && element.style))
    throw new Error(`{${element.value}}: write dates with shared/values/dates.ts, other numbers with shared/values/money.ts`);
  if (isPluralElement(element) && (element.offset !== 0 || element.pluralType === 'ordinal'))
    throw new Error(`{${element.value}}: neither offsets nor ordinals`);
  if (isTagElement(element) && [...everyElement(element.children)].some(isTagElement))
    throw new Error(`<${element.value}>: no tag inside a tag`);
}

function* everyElement(elements) {
  for (const element of elements) {
    yield element;
    if (isTagElement(element)) yield* everyElement(element.children);
    if (isPluralElement(element) || isSelectElement(element))
      for (const { value } of Object.values(element.options)) yield* everyElement(value);
  }
}

const optionsOf = (element) => Object.keys(element.options).filter((option) => option !== 'other');

/** The parameters of a message by name, with their types, and the names of its tags. Throws where a name has two types. */
export function paramsOf(elements) {
  const params = new Map();
  const tags = new Set();
  for (const element of everyElement(elements)) {
    if (isTagElement(element)) tags.add(element.value);
    const type = typeOf(element);
    if (type === null) continue;
    const known = params.get(element.value) ?? type;
    if (known !== type) throw new Error(`{${element.value}} is a ${known} and a ${type}: write a number as {${element.value}, number}`);
    params.set(element.value, type);
  }
  return { params, tags };
}

function typeOf(element) {
  if (isPluralElement(element) || element.type === TYPE.number) return 'number';
  if (isSelectElement(element)) return optionsOf(element).every((option) => ['true', 'false'].includes(option)) ? 'boolean' : 'string';
  return element.type === TYPE.argument ? 'string' : null;
}

/** JavaScript of a message: a text, or a function of its values `v` that calls `n` (number), `p` (plural), `s` (select) and `g` (tag). */
export function codeOf(elements, literal = (text) => text) {
  const code = joined(elements, literal, '');
  return elements.every(({ type }) => type === TYPE.literal) ? code : `(v) => ${code}`;
}

function joined(elements, literal, count) {
  if (elements.every(({ type }) => type === TYPE.literal)) return JSON.stringify(literal(elements.map(({ value }) => value).join('')));
  return elements.map((element) => part(element, literal, count)).join(' + ');
}

function part(element, literal, count) {
  const value = `v.${element.value}`;
  const branches = (inner) =>
    `{ ${Object.entries(element.options)
      .map(([option, of]) => `${JSON.stringify(option)}: ${joined(of.value, literal, inner)}`)
      .join(', ')} }`;
  if (element.type === TYPE.literal) return JSON.stringify(literal(element.value));
  if (element.type === TYPE.number) return `n(${value})`;
  if (element.type === TYPE.pound) return `n(${count})`;
  if (isPluralElement(element)) return `p(${value}, ${branches(value)})`;
  if (isSelectElement(element)) return `s(${value}, ${branches(count)})`;
  if (isTagElement(element)) return `g(${JSON.stringify(element.value)}, ${joined(element.children, literal, count)})`;
  return value;
}
