import type { AppServices } from '#main/app/app-services.ts';
import { refuseNow } from '#main/app/refusals/refuse.ts';
import type { Implementer } from './implementer.ts';

export function lockScreenRouter({ lockScreen: os }: Implementer, services: AppServices) {
  const { lockScreen } = services;
  return {
    view: os.view.handler(() => lockScreen.view()),
    change: os.change.handler(({ input }) => lockScreen.change(input) ?? refuseNow('needsPin')),
    setPin: os.setPin.handler(({ input }) => lockScreen.setPin(input.pin)),
    touch: os.touch.handler(() => lockScreen.touch()),
    draw: os.draw.handler(() => {
      if (!lockScreen.draw()) refuseNow('needsPin');
    }),
    openBySystem: os.openBySystem.handler(() => lockScreen.openBySystem()),
    open: os.open.handler(({ input }) => lockScreen.open(input.typed)),
  };
}
