/** An act of a press that runs once at a time: a second press while it is under way (a double click, two Enters) does nothing. */
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

/** For a form: what is sent goes nowhere but to the act. */
export function sent(command: () => unknown): (event: SubmitEvent) => void {
  return (event) => {
    event.preventDefault();
    void command();
  };
}

/** The same for an act that runs once at a time. */
export const onceSent = (command: () => Promise<void>): ((event: SubmitEvent) => void) => sent(once(command));
