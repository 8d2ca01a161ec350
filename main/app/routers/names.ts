import { forgetNames, giveName, namesOf } from '#main/cache/names/book.ts';
import { countNames } from '#main/cache/names/count-names.ts';
import { findNames } from '#main/cache/names/find.ts';
import type { House } from '#main/app/house.ts';
import { found } from '#main/app/refuse.ts';
import type { Implementer } from './implementer.ts';

/** The book of names: read for every page that shows a reference, written by people and files. */
export function namesRouter({ names: os }: Implementer, house: House) {
  return {
    of: os.of.handler(({ input }) => namesOf(house.store(), input.refs)),
    find: os.find.handler(({ input }) => findNames(house.store(), input)),
    counts: os.counts.handler(() => countNames(house.store())),
    give: os.give.handler(({ input }) => {
      const { store } = house.account();
      giveName(store, input, 'typed');
      return found(namesOf(store, [input])[0], 'name');
    }),
    forget: os.forget.handler(({ input }) => forgetNames(house.account().store, input.refs)),
  };
}
