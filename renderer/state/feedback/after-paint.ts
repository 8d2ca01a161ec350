/** Does `act` when what changes now was painted, and answered what it asks at once; answers how to let it be. */
export function afterPaint(command: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => (timer = setTimeout(command)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
