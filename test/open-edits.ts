/** An open edit, in the tests' own words. */
export const isOpenSql = `state NOT IN ('applied', 'confirmed', 'superseded', 'discarded')`;
