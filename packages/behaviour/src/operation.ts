import {
  getEffectiveModelType,
  listOperationsIn,
  type Model,
  type ModelProperty,
  type Operation,
  type Program,
  type Type,
} from "@typespec/compiler";
import { getHttpOperation, isMetadata } from "@typespec/http";

/** Every operation of the program, without templates and the instances that they leave behind. */
export function serviceOperations(program: Program): Operation[] {
  return listOperationsIn(program.getGlobalNamespaceType());
}

/** The declarations of a decorator by operation, without template instances that an operation is made from. */
export function declaredOn<Declaration>(program: Program, key: symbol): [Operation, Declaration][] {
  const all = program.stateMap(key) as Map<Operation, Declaration>;
  return serviceOperations(program).flatMap((operation) => {
    const declaration = all.get(operation);
    return declaration === undefined ? [] : [[operation, declaration] as [Operation, Declaration]];
  });
}

/** Every field of a request: its parameters, and the properties within its body, however deep. */
export function requestFields(program: Program, operation: Operation): Set<ModelProperty> {
  const [{ parameters }] = getHttpOperation(program, operation);
  const found = new Set<ModelProperty>();
  const seen = new Set<Type>();
  const take = (property: ModelProperty): void => {
    found.add(property);
    visit(property.type);
  };
  const visit = (type: Type): void => {
    if (seen.has(type)) return;
    seen.add(type);
    if (type.kind === "Union") for (const variant of type.variants.values()) visit(variant.type);
    if (type.kind !== "Model") return;
    if (type.indexer) visit(type.indexer.value);
    for (let model: Model | undefined = type; model; model = model.baseModel) {
      for (const property of model.properties.values()) take(property);
    }
  };
  for (const { param } of parameters.parameters) take(param);
  if (parameters.body) visit(parameters.body.type);
  return found;
}

/** The types that a body may have; if the fields of a model were spread into an answer, that model. */
export function bodyTypes(program: Program, type: Type): Type[] {
  if (type.kind === "Union")
    return [...type.variants.values()].flatMap((variant) => bodyTypes(program, variant.type));
  if (type.kind !== "Model") return [type];
  return [getEffectiveModelType(program, type, (property) => !isMetadata(program, property))];
}
