/** A window tells at most this often that its user is there, in milliseconds. */
const EVERY_MS = 15_000;

/** Tells that a key or a pointer was moved; answers how to stop. */
export function tellTouches(tell: () => void): () => void {
  let last = -EVERY_MS;
  const touched = () => {
    if (performance.now() - last < EVERY_MS) return;
    last = performance.now();
    tell();
  };
  const kinds = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const;
  for (const kind of kinds) addEventListener(kind, touched, { capture: true, passive: true });
  return () => {
    for (const kind of kinds) removeEventListener(kind, touched, { capture: true });
  };
}
