/** Up to `most` whole numbers that stand between commas, as `group_concat` writes them: so a hundred thousand leave SQLite at once. */
export function numbersIn(text: string, most: number): Uint32Array {
  const numbers = new Uint32Array(Math.min(most, Math.ceil(text.length / 2)));
  let [count, number] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 44) {
      numbers[count++] = number;
      number = 0;
    } else number = number * 10 + code - 48;
  }
  if (text !== '') numbers[count++] = number;
  return numbers.slice(0, count);
}
