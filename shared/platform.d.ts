/** What this room may know of objects that it only hands on. Where a platform's own types are loaded, these merge into them. */
interface Blob {
  readonly size: number;
  readonly type: string;
}

interface AbortSignal {
  readonly aborted: boolean;
}
