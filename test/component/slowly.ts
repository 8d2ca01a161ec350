/** A question whose answers wait until `go` is called; later ones come at once. `asked` is what was asked, in its order. */
export function slowly<Input, Answer>(act: (input: Input) => Promise<Answer>) {
  let go: () => void = () => undefined;
  const told = new Promise<void>((resolve) => (go = resolve));
  const asked: Input[] = [];
  return {
    asked,
    act: async (input: Input): Promise<Answer> => {
      asked.push(input);
      await told;
      return act(input);
    },
    go: () => go(),
  };
}
