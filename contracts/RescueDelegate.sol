// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

/// @title Moves everything that an account has to one address, by order of any caller.
/// @dev An EIP-7702 delegate for an account whose key, or whose delegate, is hostile. The address is an immutable: a caller can choose what is
/// moved and when, never where to. It has no owner, no storage and no other function, so that a signature which leaks can only save.
/// Every call to a token is bounded in gas and in memory, and one that fails stops no other: no token can use up the gas of the transaction
/// itself, which would undo what was moved before it.
contract RescueDelegate {
    struct Item {
        address collection;
        uint256 id;
        /// ERC-1155, of which everything under the id is moved; else ERC-721.
        bool edition;
    }

    /// Gas for one call to a token, and for one question: a hostile one must not use up what the others need.
    uint256 private constant GAS_EACH = 300_000;
    uint256 private constant GAS_ASKED = 150_000;
    /// Gas that no token gets: enough to send the coins and to end well.
    uint256 private constant GAS_KEPT = 80_000;

    address public immutable safe;

    constructor(address safe_) {
        safe = safe_;
    }

    receive() external payable {}

    /// Moves the balances of the tokens, the items, and last the coins.
    function rescue(address[] calldata tokens, Item[] calldata items) external {
        for (uint256 i; i < tokens.length && gasleft() > GAS_KEPT; i++) {
            uint256 balance = _ask(tokens[i], abi.encodeWithSelector(0x70a08231, address(this)));
            if (balance > 0) _call(tokens[i], abi.encodeWithSelector(0xa9059cbb, safe, balance));
        }
        for (uint256 i; i < items.length && gasleft() > GAS_KEPT; i++) {
            Item calldata item = items[i];
            if (!item.edition) {
                _call(item.collection, abi.encodeWithSelector(0x23b872dd, address(this), safe, item.id));
                continue;
            }
            uint256 amount = _ask(item.collection, abi.encodeWithSelector(0x00fdd58e, address(this), item.id));
            if (amount > 0) {
                bytes memory move = abi.encodeWithSelector(0xf242432a, address(this), safe, item.id, amount, "");
                _call(item.collection, move);
            }
        }
        address to = safe;
        assembly {
            if selfbalance() { pop(call(gas(), to, selfbalance(), 0, 0, 0, 0)) }
        }
    }

    function onERC721Received(address, address, uint256, bytes calldata) external pure returns (bytes4) {
        return 0x150b7a02;
    }

    function onERC1155Received(address, address, uint256, uint256, bytes calldata) external pure returns (bytes4) {
        return 0xf23a6e61;
    }

    function onERC1155BatchReceived(address, address, uint256[] calldata, uint256[] calldata, bytes calldata)
        external
        pure
        returns (bytes4)
    {
        return 0xbc197c81;
    }

    /// What the token answers, 0 when it answers nothing; no more than one word is copied.
    function _ask(address token, bytes memory input) private view returns (uint256 held) {
        uint256 allowed = _allowed(GAS_ASKED);
        assembly {
            let done := staticcall(allowed, token, add(input, 32), mload(input), 0, 32)
            if and(done, gt(returndatasize(), 31)) { held := mload(0) }
        }
    }

    /// Makes the call; nothing of its answer is copied.
    function _call(address to, bytes memory input) private {
        uint256 allowed = _allowed(GAS_EACH);
        assembly {
            pop(call(allowed, to, 0, add(input, 32), mload(input), 0, 0))
        }
    }

    /// No more than `most`, and never what is kept.
    function _allowed(uint256 most) private view returns (uint256) {
        uint256 left = gasleft();
        if (left <= GAS_KEPT) return 0;
        return left - GAS_KEPT < most ? left - GAS_KEPT : most;
    }
}
