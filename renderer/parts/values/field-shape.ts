import { getContext, setContext } from 'svelte';

/** The label position of a part's fields: above, or at the left where the fact's label was. */
type FieldShape = 'stacked' | 'beside';

const name = Symbol('fieldShape');

export const provideFieldShape = (shape: FieldShape): FieldShape => setContext(name, shape);
export const getFieldShape = (): FieldShape => getContext<FieldShape | undefined>(name) ?? 'stacked';
