import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './freshness.mjs';

const from = path.join(root, 'node_modules/pdfjs-dist');
/** pdf.js's decoders of pictures, character maps and fonts; its JavaScript sandbox and the decoders for windows without WebAssembly stay out. */
const wanted = {
  cmaps: /\.bcmap$/,
  iccs: /\.icc$/,
  standard_fonts: /\.(?:pfb|ttf)$/,
  wasm: /^(?:jbig2|openjpeg|qcms_bg)\.wasm$/,
};

/** Every file by the name that pdf.js asks for, with its path. */
function pdfFilesByName() {
  const files = new Map();
  for (const [folder, names] of Object.entries(wanted))
    for (const name of readdirSync(path.join(from, folder))) {
      if (names.test(name)) files.set(name, path.join(from, folder, name));
      else if (name.startsWith('LICENSE') && !name.endsWith('QUICKJS')) files.set(`${name}-${folder}.txt`, path.join(from, folder, name));
    }
  return files;
}

/** Ships pdf.js's data beside the window, as `/pdf/…`; the server for development answers the same addresses. */
export function pdfFiles() {
  return {
    name: 'pdf-files',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle() {
      for (const [name, file] of pdfFilesByName()) this.emitFile({ type: 'asset', fileName: `pdf/${name}`, source: readFileSync(file) });
    },
    configureServer(server) {
      const files = pdfFilesByName();
      server.middlewares.use('/pdf', (request, response, next) => {
        const file = files.get(path.basename(request.url ?? ''));
        if (file === undefined) return next();
        response.setHeader('content-type', file.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream');
        response.end(readFileSync(file));
      });
    },
  };
}
