import type { OpenLine } from './line.ts';

/** Lines that were opened before the core was there: what their windows ask waits, and is answered in its order. */
export function earlyLines() {
  let answering: OpenLine | null = null;
  const waiting: ((by: OpenLine) => void)[] = [];
  return {
    open: (...line: Parameters<OpenLine>) => {
      if (answering) answering(...line);
      else waiting.push(heldBack(...line));
    },
    /** From here on the core answers. */
    answer: (by: OpenLine) => {
      answering = by;
      for (const letGo of waiting.splice(0)) letGo(by);
    },
  };
}

function heldBack(...[socket, context]: Parameters<OpenLine>): (by: OpenLine) => void {
  const asked: [data: unknown, isBinary: boolean][] = [];
  const hear = (...question: (typeof asked)[number]) => void asked.push(question);
  socket.on('message', hear);
  return (by) => {
    socket.off('message', hear);
    if (socket.readyState !== socket.OPEN) return;
    by(socket, context);
    for (const question of asked) socket.emit('message', ...question);
  };
}
