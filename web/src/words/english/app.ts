export const app = {
	incomplete:
		"A part of the page could not be fetched: the server doesn’t answer, or has been updated. Your battles are safe.",
	reload: "Reload the page",
	skip: "Skip to content",
};
