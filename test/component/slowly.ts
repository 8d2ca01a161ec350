/** A question whose answers wait until `go` is called; later ones come at once. `asked` is what was asked, in its order. */
export function slowly<Input, Answer>(command: (input: Input) => Promise<Answer>) {
  let go: () => void = () => undefined;
  const told = new Promise<void>((resolve) => (go = resolve));
  const asked: Input[] = [];
  return {
    asked,
    command: async (input: Input): Promise<Answer> => {
      asked.push(input);
      await told;
      return command(input);
    },
    go: () => go(),
  };
}
