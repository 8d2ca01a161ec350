import type { ContractRouterClient } from '@orpc/contract';
import { createRouterClient, type AnyRouter } from '@orpc/server';
import { expect, it } from 'vitest';
import type { AppServices } from '#main/app/app-services.ts';
import { createRouter } from '#main/app/router.ts';
import type { contract } from '#shared/contract.ts';
import { createDesk } from '#test/sync/desk.ts';

it('a window renames, removes and brings back a view; what cannot be is answered, what is not there is refused', async () => {
  const { store, world } = createDesk();
  const services = {
    store: () => store,
    life: { open: { store } },
    world,
    closed: false,
    lockScreen: { drawn: false },
  } as unknown as AppServices;
  const router = createRouterClient(createRouter(services) as unknown as AnyRouter, { context: {} });
  const { lists } = router as unknown as ContractRouterClient<typeof contract>;
  const mine = { kind: 'expense' as const, columns: [], sort: 'date', descending: true, query: 'hotel' };
  const [first, second] = [await lists.saveView({ ...mine, name: 'Mine' }), await lists.saveView({ ...mine, name: 'Yours' })];
  expect(await lists.renameView({ id: first.id, name: ' Ours ' })).toEqual({ renamed: true });
  expect(await lists.renameView({ id: second.id, name: 'Ours' })).toEqual({ renamed: false });
  const { views } = await lists.all();
  expect(views).toEqual([{ ...first, name: 'Ours' }, second]);
  await lists.removeView({ id: first.id });
  expect(await lists.bringViewBack({ id: first.id })).toEqual({ back: true });
  expect((await lists.all()).views).toEqual(views);
  for (const ask of [lists.bringViewBack({ id: first.id }), lists.renameView({ id: 'x', name: 'Y' })])
    await expect(ask).rejects.toMatchObject({ code: 'NOT_FOUND', data: { what: 'view' } });
});
