/** Why a document is not drawn: the classes of a file that is kept as it came, then those that are not kept. */
export const keptProblems = [
  ...(['notPdf', 'webPage', 'archive', 'png', 'jpg', 'tif', 'gif', 'protected', 'damaged'] as const),
  ...(['takesTooLong', 'needsTooMuchMemory'] as const),
] as const;
export const documentProblems = [...keptProblems, 'empty', 'tooLarge', 'quota'] as const;

/** Facts of a document that is drawn. */
export const documentRemarks = ['endMissing', 'activeContent'] as const;

export type DocumentProblem = (typeof documentProblems)[number];

/** The reason why a document is not drawn; null for one that is, whatever there is to remark. */
export const problemOf = (detail: string | null): DocumentProblem | null => documentProblems.find((each) => each === detail) ?? null;
