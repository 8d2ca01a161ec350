// The PDF reader makes a matrix for drawing while it is loaded, and draws nothing here. Imported before it.
const scope = globalThis as { DOMMatrix?: unknown };
scope.DOMMatrix ??= class {};
