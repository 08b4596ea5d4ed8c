"""The bot of clients_test.go on discord.py."""
import io
import os

import discord
import yarl
from discord import app_commands

url = os.environ["DISCORD_URL"]
discord.http.Route.BASE = url + "/api/v10"
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL("wss" + url.removeprefix("https") + "/gateway")


class Form(discord.ui.Modal, title="Form"):
    words = discord.ui.TextInput(label="Words")

    async def on_submit(self, i):
        await i.response.send_message(f"Wrote {self.words.value}", ephemeral=True)


class Table(discord.ui.View):
    @discord.ui.button(label="Later")
    async def later(self, i, _):
        await i.response.defer(ephemeral=True, thinking=True)
        await i.edit_original_response(content="Done")
        await i.followup.send("One more", ephemeral=True)

    @discord.ui.button(label="Edit")
    async def edit(self, i, _):
        await i.response.edit_message(content="Edited", view=Table())

    @discord.ui.button(label="Defer")
    async def defer(self, i, _):
        await i.response.defer()
        await i.edit_original_response(content="Edited later")

    @discord.ui.button(label="File")
    async def file(self, i, _):
        await i.response.send_message("A file", file=discord.File(io.BytesIO(b"cards"), "cards.txt"))

    @discord.ui.button(label="Form")
    async def form(self, i, _):
        await i.response.send_modal(Form())

    @discord.ui.select(
        placeholder="Pick", max_values=2,
        options=[discord.SelectOption(label="Ace", value="a"), discord.SelectOption(label="King", value="k")],
    )
    async def pick(self, i, menu):
        await i.response.send_message(f"Picked {','.join(menu.values)}", ephemeral=True)


class Bot(discord.Client):
    def __init__(self):
        super().__init__(intents=discord.Intents(guilds=True, guild_messages=True))
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self):
        @self.tree.command(name="greet", description="Greets")
        @app_commands.describe(name="Whom")
        async def greet(i: discord.Interaction, name: str):
            await i.response.send_message(f"Hello {name}", view=Table())

        @greet.autocomplete("name")
        async def names(_, typed: str):
            return [app_commands.Choice(name=typed + "!", value=typed)]

        await self.tree.sync()


Bot().run(os.environ["DISCORD_TOKEN"])
