// Where in the editor a problem belongs: from the path in the tree to a panel, and to the field beside it.
import type { Fault } from "../../common/protocol";
import { type Path, startsWith } from "./tree";

export const PANELS = ["ground", "forces", "victory", "battle", "text"] as const;
export type Panel = (typeof PANELS)[number];

export function panelOf(path: Path): Panel {
	if (path[0] === "map" || path[0] === "names" || path[0] === "labels") return "ground";
	if (path[0] === "sides") return "forces";
	return path[0] === "victory" || path[0] === "points" || path[0] === "degrees" ? "victory" : "battle";
}

/** The key of the unit that a problem is about. */
export const unitOf = (path: Path): string | null =>
	path[0] === "sides" && path[2] === "units" && path.length > 3 ? `${path[1]}.${path[3]}` : null;

/** The problems of a field: at its path, and anywhere inside. */
export const faultsAt = (faults: readonly Fault[], path: Path): Fault[] =>
	faults.filter((fault) => startsWith(fault.path, path));

/** The problems of the thing itself, leaving out parts with a field of their own. */
export const faultsOf = (faults: readonly Fault[], path: Path, fields: readonly string[]): Fault[] =>
	faultsAt(faults, path).filter((fault) => !fields.includes(String(fault.path[path.length])));

/** The id of the element that a path's field has. */
export const fieldId = (path: Path) => `field-${path.join("-").replaceAll(/[^\w-]/g, "_")}`;

export const sentence = (fault: Fault) =>
	fault.remedy ? `${fault.message}; ${fault.remedy}.` : `${fault.message}.`;
