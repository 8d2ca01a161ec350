/** Minimal types of platform objects that `shared` only passes on. They merge with the platform's own types where those are loaded. */
interface Blob {
  readonly size: number;
  readonly type: string;
}

interface AbortSignal {
  readonly aborted: boolean;
}
