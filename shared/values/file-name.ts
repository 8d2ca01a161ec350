/** Control, zero-width and direction-turning characters: they hide what a name ends with. */
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\u2028\u2029]/gu;
const reserved = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$)(?:\.|$)/i;
const ending = /(?:\.(?:pdf|exe|scr|com|bat|cmd|js|vbs|lnk|html?|app|sh|ps1|msi|jar))+$/i;
const longest = 100;

/** A file's name out of any words, without an ending: no path, nothing hidden, no device; '' where nothing is left. */
export function fileNameFrom(words: string): string {
  const plain = words
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(invisible, '')
    .replaceAll(/[/\\]/g, '-')
    .replaceAll(/[<>:"|?*]/g, '_')
    .replaceAll(/^[\s.]+|[\s.]+$/g, '')
    .replace(ending, '');
  const short = [...plain]
    .slice(0, longest)
    .join('')
    .replaceAll(/[\s.]+$/g, '');
  return reserved.test(short) ? '' : short;
}
