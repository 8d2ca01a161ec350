/** An act of a press that runs once at a time: a second press while it is under way (a double click, two Enters) does nothing. */
export function once<Given extends unknown[]>(act: (...given: Given) => Promise<void>): (...given: Given) => Promise<void> {
  let isUnderWay = false;
  return async (...given) => {
    if (isUnderWay) return;
    isUnderWay = true;
    try {
      await act(...given);
    } finally {
      isUnderWay = false;
    }
  };
}

/** For a form: what is sent goes nowhere but to the act. */
export function sent(act: () => unknown): (event: SubmitEvent) => void {
  return (event) => {
    event.preventDefault();
    void act();
  };
}

/** The same for an act that runs once at a time. */
export const onceSent = (act: () => Promise<void>): ((event: SubmitEvent) => void) => sent(once(act));
