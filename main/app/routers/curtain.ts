import type { House } from '#main/app/house.ts';
import { refuseNow } from '#main/app/refuse.ts';
import type { Implementer } from './implementer.ts';

/** The window that shows nothing while its person is away. */
export function curtainRouter({ curtain: os }: Implementer, house: House) {
  const { curtain } = house;
  return {
    view: os.view.handler(() => curtain.view()),
    change: os.change.handler(({ input }) => curtain.change(input) ?? refuseNow('needsPin')),
    setPin: os.setPin.handler(({ input }) => curtain.setPin(input.pin)),
    touch: os.touch.handler(() => curtain.touch()),
    draw: os.draw.handler(() => {
      if (!curtain.draw()) refuseNow('needsPin');
    }),
    openBySystem: os.openBySystem.handler(() => curtain.openBySystem()),
    open: os.open.handler(({ input }) => curtain.open(input.typed)),
  };
}
