// A JSON Schema as a grammar of llama.cpp: parts in the order of the schema, nothing between them. Made by hand because
// the one of node-llama-cpp knows no bounds of whole numbers and lets a model fill its answer with spaces.

export function grammarOf(schema) {
  const rules = new Map([["char", String.raw`[^"\\\x00-\x1F] | "\\" (["\\/bfnrt] | "u" [0-9a-fA-F]{4})`]]);
  const root = ruleOf(schema, rules);
  return [`root ::= ${root}`, ...[...rules].map(([name, body]) => `${name} ::= ${body}`)].join("\n");
}

function ruleOf(schema, rules) {
  const known = (body) => {
    for (const [name, text] of rules) if (text === body) return name;
    const name = `rule${rules.size}`;
    rules.set(name, body);
    return name;
  };
  if (schema.enum) return known(schema.enum.map((value) => quoted(JSON.stringify(value))).join(" | "));
  switch (schema.type) {
    case "object": {
      const parts = Object.entries(schema.properties).map(
        ([name, part]) => `${quoted(`${JSON.stringify(name)}:`)} ${ruleOf(part, rules)}`,
      );
      return known(`"{" ${parts.join(' "," ')} "}"`);
    }
    case "array": {
      const [least, most] = [schema.minItems ?? 0, schema.maxItems ?? ""];
      if (most === 0) return known('"[]"');
      const item = ruleOf(schema.items, rules);
      const further = most === 1 ? "" : ` ("," ${item}){${Math.max(least - 1, 0)},${most && most - 1}}`;
      return known(least > 0 ? `"[" ${item}${further} "]"` : `"[" (${item}${further})? "]"`);
    }
    case "string":
      return known(`"\\"" char{${schema.minLength ?? 0},${schema.maxLength ?? ""}} "\\""`);
    case "integer":
      return known(wholeOf(schema.minimum ?? 0, schema.maximum ?? 999));
    default:
      throw new Error(`a schema of the type ${schema.type} is not known here`);
  }
}

function wholeOf(low, high) {
  // A hundred words to choose from make every step slow.
  if (low === 0 && high === 100) return '"100" | [1-9]? [0-9]';
  return Array.from({ length: high - low + 1 }, (_, at) => quoted(String(low + at))).join(" | ");
}

function quoted(text) {
  return JSON.stringify(text);
}
