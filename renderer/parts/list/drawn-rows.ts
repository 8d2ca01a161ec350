/** A row that is drawn, and which of the list's elements draws it: an element whose row left takes one that came. */
export interface DrawnRow {
  element: number;
  place: number;
}

/** The drawn rows of a list in order: from `first` to `last`, and `kept` at any place; -1 for none. */
export function drawNext(before: readonly DrawnRow[], first: number, last: number, kept: number): DrawnRow[] {
  const places = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  if (kept >= 0 && kept < first) places.unshift(kept);
  else if (kept > last) places.push(kept);
  const wanted = new Set(places);
  const staying = new Map(before.filter(({ place }) => wanted.has(place)).map((row) => [row.place, row]));
  const free = before.filter(({ place }) => !wanted.has(place)).map(({ element }) => element);
  let fresh = before.reduce((most, { element }) => Math.max(most, element + 1), 0);
  return places.map((place) => staying.get(place) ?? { element: free.shift() ?? fresh++, place });
}
