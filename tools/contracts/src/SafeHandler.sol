// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

interface IAccount {
    function checkSignatures(bytes32 dataHash, bytes memory data, bytes memory signatures) external view;
    function signedMessages(bytes32 hash) external view returns (uint256);
    function domainSeparator() external view returns (bytes32);
    function getModulesPaginated(address start, uint256 pageSize)
        external
        view
        returns (address[] memory array, address next);
}

/// @title What a Safe account answers besides: receipt of tokens, signatures of contracts (ERC-1271), trial calls.
/// @dev The account calls it; `simulate` sends what it gets back to the account's `simulateAndRevert`.
contract SafeHandler {
    bytes32 private constant MESSAGE = keccak256("SafeMessage(bytes message)");

    function onERC1155Received(address, address, uint256, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC1155Received.selector;
    }

    function onERC1155BatchReceived(address, address, uint256[] calldata, uint256[] calldata, bytes calldata)
        external
        pure
        returns (bytes4)
    {
        return this.onERC1155BatchReceived.selector;
    }

    function onERC721Received(address, address, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC721Received.selector;
    }

    function tokensReceived(address, address, address, uint256, bytes calldata, bytes calldata) external pure {}

    /// ERC-165: receivers of ERC-1155 and ERC-721.
    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x4e2312e0 || id == 0x150b7a02;
    }

    function encodeMessageDataForSafe(address safe, bytes memory message) public view returns (bytes memory) {
        bytes32 words = keccak256(abi.encode(MESSAGE, keccak256(message)));
        return abi.encodePacked("\x19\x01", IAccount(safe).domainSeparator(), words);
    }

    function getMessageHashForSafe(address safe, bytes memory message) public view returns (bytes32) {
        return keccak256(encodeMessageDataForSafe(safe, message));
    }

    function getMessageHash(bytes memory message) external view returns (bytes32) {
        return getMessageHashForSafe(msg.sender, message);
    }

    /// ERC-1271's first form, with the message in place of its hash.
    function isValidSignature(bytes memory data, bytes calldata signature) public view returns (bytes4) {
        bytes memory signed = encodeMessageDataForSafe(msg.sender, data);
        bytes32 hash = keccak256(signed);
        if (signature.length == 0) require(IAccount(msg.sender).signedMessages(hash) != 0, "Hash not approved");
        else IAccount(msg.sender).checkSignatures(hash, signed, signature);
        return 0x20c13b0b;
    }

    /// ERC-1271.
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        isValidSignature(abi.encode(hash), signature);
        return 0x1626ba7e;
    }

    function getModules() external view returns (address[] memory list) {
        (list,) = IAccount(msg.sender).getModulesPaginated(address(1), 10);
    }

    /// What `targetContract` gives when it runs in the account's place; nothing of it remains.
    function simulate(address targetContract, bytes calldata calldataPayload)
        external
        returns (bytes memory response)
    {
        (, bytes memory output) = msg.sender.call(
            abi.encodeWithSignature("simulateAndRevert(address,bytes)", targetContract, calldataPayload)
        );
        require(output.length >= 64, "no answer");
        assembly {
            response := add(output, 64)
            if iszero(mload(add(output, 32))) { revert(add(response, 32), mload(response)) }
        }
    }
}
