// Group policies of Windows: an ADMX file says what is written where, an ADML file what people read in the editor.
import { escaped } from './xml.mjs';

const registryKey = 'Software\\Policies\\Layover';
const namespace = 'Layover.Policies';
const schemas = 'http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions';
const textId = (name, what) => `$(string.${name}_${what})`;

/** Where each form is written: one value, a list of lines, or a subkey with one value a rule. */
function elementOf({ name, form }) {
  const at = `id="${name}_value" valueName="${name}"`;
  switch (form.kind) {
    case 'switch':
      return '';
    case 'number':
      return `<decimal ${at} required="true" minValue="${form.min}" maxValue="${form.max}" />`;
    case 'choice':
      return `<enum ${at} required="true">${form.choices
        .map((one) => `<item displayName="${textId(name, one)}"><value><string>${escaped(one)}</string></value></item>`)
        .join('')}</enum>`;
    case 'rules':
      return `<list id="${name}_value" key="${registryKey}\\${name}" explicitValue="true" additive="false" />`;
    case 'list':
    case 'lines':
      return `<multiText ${at} required="true" maxLength="20000" />`;
    default:
      return `<text ${at} required="true" maxLength="2000" />`;
  }
}

function policyOf(key) {
  const { name, form } = key;
  const attributes = `name="${name}" class="Machine" displayName="${textId(name, 'title')}" explainText="${textId(name, 'says')}" key="${registryKey}"`;
  const shared = `
      <parentCategory ref="Layover" />
      <supportedOn ref="Layover_Any" />`;
  if (form.kind === 'switch')
    return `    <policy ${attributes} valueName="${name}">${shared}
      <enabledValue><decimal value="1" /></enabledValue>
      <disabledValue><decimal value="0" /></disabledValue>
    </policy>`;
  return `    <policy ${attributes} presentation="$(presentation.${name})">${shared}
      <elements>${elementOf(key)}</elements>
    </policy>`;
}

/** @param {readonly { name: string, form: any }[]} keys */
export function admx(keys) {
  return `<?xml version="1.0" encoding="utf-8"?>
<policyDefinitions xmlns="${schemas}" revision="1.0" schemaVersion="1.0">
  <policyNamespaces>
    <target prefix="layover" namespace="${namespace}" />
  </policyNamespaces>
  <resources minRequiredRevision="1.0" />
  <supportedOn>
    <definitions>
      <definition name="Layover_Any" displayName="$(string.supported)" />
    </definitions>
  </supportedOn>
  <categories>
    <category name="Layover" displayName="$(string.category)" />
  </categories>
  <policies>
${keys.map(policyOf).join('\n')}
  </policies>
</policyDefinitions>
`;
}

function presentationOf({ name, form, title }) {
  const label = escaped(title);
  const ref = `refId="${name}_value"`;
  switch (form.kind) {
    case 'switch':
      return null;
    case 'number':
      return `<decimalTextBox ${ref} defaultValue="${form.min}">${label}</decimalTextBox>`;
    case 'choice':
      return `<dropdownList ${ref} defaultItem="0">${label}</dropdownList>`;
    case 'rules':
      return `<listBox ${ref}>${label}</listBox>`;
    case 'list':
    case 'lines':
      return `<multiTextBox ${ref}>${label}</multiTextBox>`;
    default:
      return `<textBox ${ref}><label>${label}</label></textBox>`;
  }
}

/** @param {readonly { name: string, form: any, title: string, says: string, allowed: string }[]} keys */
export function adml(keys) {
  const strings = keys.flatMap(({ name, title, says, allowed, form }) => [
    [`${name}_title`, title],
    [`${name}_says`, `${says}\n\nAllowed is ${allowed}.`],
    ...(form.kind === 'choice' ? form.choices.map((one) => [`${name}_${one}`, one]) : []),
  ]);
  const presentations = keys.flatMap((key) => {
    const made = presentationOf(key);
    return made === null ? [] : [`      <presentation id="${key.name}">${made}</presentation>`];
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<policyDefinitionResources xmlns="${schemas}" revision="1.0" schemaVersion="1.0">
  <displayName>Layover</displayName>
  <description>Settings of Layover that a company fixes.</description>
  <resources>
    <stringTable>
      <string id="category">Layover</string>
      <string id="supported">Every version of Layover</string>
${strings.map(([id, words]) => `      <string id="${id}">${escaped(words)}</string>`).join('\n')}
    </stringTable>
    <presentationTable>
${presentations.join('\n')}
    </presentationTable>
  </resources>
</policyDefinitionResources>
`;
}
