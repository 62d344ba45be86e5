/** The words of the editor, the laboratory and the workshop, which come with them. */
import { spoken } from ".";
import { rooms } from "./english/designing";

export const designing = spoken(rooms);
