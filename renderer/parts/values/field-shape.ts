import { getContext, setContext } from 'svelte';

/** How the fields of a part stand: their label over them, or at their left, where the fact's own label stood. */
type FieldShape = 'stacked' | 'beside';

const name = Symbol('field shape');

export const provideFieldShape = (shape: FieldShape): FieldShape => setContext(name, shape);
export const getFieldShape = (): FieldShape => getContext<FieldShape | undefined>(name) ?? 'stacked';
