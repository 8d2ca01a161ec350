// Group policies of Windows: an ADMX file says what is written where, an ADML file what people read in the editor.
/** Text as XML has it between tags and in attributes. */
export const escaped = (text) =>
  String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const registryKey = 'Software\\Policies\\Layover';
const namespace = 'Layover.Policies';
const schemas = 'http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions';
const textId = (name, what) => `$(string.${name}_${what})`;

const lines = {
  element: (at) => `<multiText ${at} required="true" maxLength="20000" />`,
  control: (ref, label) => `<multiTextBox ${ref}>${label}</multiTextBox>`,
};
const oneLine = {
  element: (at) => `<text ${at} required="true" maxLength="2000" />`,
  control: (ref, label) => `<textBox ${ref}><label>${label}</label></textBox>`,
};

/** By form: where it is written (one value, a list of lines, or a subkey with one value a rule), and what the editor shows for it. */
const forms = {
  number: {
    element: (at, { form }) => `<decimal ${at} required="true" minValue="${form.min}" maxValue="${form.max}" />`,
    control: (ref, label, { form }) => `<decimalTextBox ${ref} defaultValue="${form.min}">${label}</decimalTextBox>`,
  },
  choice: {
    element: (at, { name, form }) => `<enum ${at} required="true">${form.choices.map((one) => choiceOf(name, one)).join('')}</enum>`,
    control: (ref, label) => `<dropdownList ${ref} defaultItem="0">${label}</dropdownList>`,
  },
  rules: {
    element: (_at, { name }) => `<list id="${name}_value" key="${registryKey}\\${name}" explicitValue="true" additive="false" />`,
    control: (ref, label) => `<listBox ${ref}>${label}</listBox>`,
  },
  list: lines,
  lines,
};

const choiceOf = (name, one) => `<item displayName="${textId(name, one)}"><value><string>${escaped(one)}</string></value></item>`;
const formOf = ({ form }) => forms[form.kind] ?? oneLine;

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
      <elements>${formOf(key).element(`id="${name}_value" valueName="${name}"`, key)}</elements>
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

/** @param {readonly { name: string, form: any, title: string, description: string, allowed: string }[]} keys */
export function adml(keys) {
  const strings = keys.flatMap(({ name, title, description, allowed, form }) => [
    [`${name}_title`, title],
    [`${name}_says`, `${description}\n\nAllowed is ${allowed}.`],
    ...(form.kind === 'choice' ? form.choices.map((one) => [`${name}_${one}`, one]) : []),
  ]);
  // A switch is the policy itself, on or off.
  const presentations = keys
    .filter(({ form }) => form.kind !== 'switch')
    .map((key) => {
      const control = formOf(key).control(`refId="${key.name}_value"`, escaped(key.title), key);
      return `      <presentation id="${key.name}">${control}</presentation>`;
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
