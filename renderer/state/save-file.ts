/** Offers a file that the main process made through the host's own save dialog or download. */
export function saveFile({ name, file }: { name: string; file: Blob }): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has its own hold on the data once the click was handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
