/** Wraps a command so that it runs once at a time: a second press while it runs (a double click, two Enters) does nothing. */
export function once<Given extends unknown[]>(command: (...given: Given) => Promise<void>): (...given: Given) => Promise<void> {
  let isUnderWay = false;
  return async (...given) => {
    if (isUnderWay) return;
    isUnderWay = true;
    try {
      await command(...given);
    } finally {
      isUnderWay = false;
    }
  };
}

/** The submit handler of a form: runs the command, and the browser sends nothing. */
export function sent(command: () => unknown): (event: SubmitEvent) => void {
  return (event) => {
    event.preventDefault();
    void command();
  };
}

/** The same for a command that runs once at a time. */
export const onceSent = (command: () => Promise<void>): ((event: SubmitEvent) => void) => sent(once(command));
