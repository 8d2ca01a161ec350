/**
 * The context that a host gives the router with each connection: `handler.upgrade(socket, { context: { windowId } })`. The id scopes undo to one
 * window and should outlive a reconnect of the same window; without it, all windows share one scope.
 */
export interface WindowContext {
  windowId?: string;
  /** The languages that a browser asks for (Accept-Language). */
  accepts?: string;
}
