// The rooms for those who make battles and books: a player does not fetch their words.
import { editor } from "./editor";
import { laboratory } from "./laboratory";
import { workshop } from "./workshop";

export const rooms = { editor, laboratory, workshop };
