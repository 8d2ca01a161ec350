/** The main process' end takes it from here; the window, which may only import types from this folder, from `json-wire.ts`. */
export { wireSerializers } from '#shared/json-wire.ts';
