package rest

import (
	"cardroom/bot/discordtest/refusal"
	"cardroom/bot/discordtest/registry"
)

// scopeOf returns where a call's commands are registered.
func scopeOf(c *call) registry.Scope {
	return registry.Scope{Application: c.world.App.ID, Guild: c.args["guild"], NewID: c.world.NewID}
}

// scope returns the result of scopeOf, and refuses a guild that the bot was never in.
func scope(c *call) (registry.Scope, error) {
	in := scopeOf(c)
	if in.Guild != "" && c.world.Guild(in.Guild) == nil {
		return in, refusal.MissingAccess()
	}
	return in, nil
}

func getCommands(c *call) (any, error) {
	in, err := scope(c)
	if err != nil {
		return nil, err
	}
	return c.world.Commands[in.Guild], nil
}

func getCommand(c *call) (any, error) {
	return orError(c.world.Commands.Get(c.args["guild"], c.args["command"]))
}

// orError returns the value, or only the error if there is one.
func orError[T any](v T, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return v, nil
}

func createCommand(c *call) (any, error) {
	in, err := scope(c)
	if err != nil {
		return nil, err
	}
	cmd, isNew, err := c.world.Commands.Create(in, c.body)
	if err != nil {
		return nil, err
	}
	c.world.CommandsChanged()
	if isNew {
		return created{cmd}, nil
	}
	return cmd, nil
}

func putCommands(c *call) (any, error) {
	in, err := scope(c)
	if err != nil {
		return nil, err
	}
	list, err := c.world.Commands.Replace(in, c.body)
	if err != nil {
		return nil, err
	}
	c.world.CommandsChanged()
	return list, nil
}

func patchCommand(c *call) (any, error) {
	cmd, err := c.world.Commands.Edit(scopeOf(c), c.args["command"], c.body)
	if err != nil {
		return nil, err
	}
	c.world.CommandsChanged()
	return cmd, nil
}

func removeCommand(c *call) (any, error) {
	if err := c.world.Commands.Delete(c.args["guild"], c.args["command"]); err != nil {
		return nil, err
	}
	c.world.CommandsChanged()
	return nil, nil
}
