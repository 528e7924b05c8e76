// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

interface IEntryPoint {
    function getNonce(address sender, uint192 key) external view returns (uint256);
    function balanceOf(address account) external view returns (uint256);
    function depositTo(address account) external payable;
    function withdrawTo(address payable to, uint256 amount) external;
}

/// @title What accounts of ERC-4337 with one key share, in the interface of eth-infinitism's simple account.
abstract contract OwnedAccount {
    event SimpleAccountInitialized(IEntryPoint indexed entryPoint, address indexed owner);
    event Upgraded(address indexed implementation);

    /// keccak256('eip1967.proxy.implementation') - 1 (EIP-1967).
    bytes32 private constant IMPLEMENTATION = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;

    address public owner;
    IEntryPoint public immutable entryPoint;

    constructor(IEntryPoint entryPoint_) {
        entryPoint = entryPoint_;
        // The code itself is no account.
        owner = address(1);
    }

    receive() external payable {}

    modifier trusted() {
        require(msg.sender == address(entryPoint) || msg.sender == owner, "account: not Owner or EntryPoint");
        _;
    }

    modifier onlyOwner() {
        require(msg.sender == owner || msg.sender == address(this), "only owner");
        _;
    }

    function initialize(address anOwner) external {
        require(owner == address(0), "Initializable: contract is already initialized");
        owner = anOwner;
        emit SimpleAccountInitialized(entryPoint, anOwner);
    }

    function execute(address dest, uint256 value, bytes calldata func) external trusted {
        _call(dest, value, func);
    }

    function getNonce() external view returns (uint256) {
        return entryPoint.getNonce(address(this), 0);
    }

    function getDeposit() external view returns (uint256) {
        return entryPoint.balanceOf(address(this));
    }

    function addDeposit() external payable {
        entryPoint.depositTo{value: msg.value}(address(this));
    }

    function withdrawDepositTo(address payable withdrawAddress, uint256 amount) external onlyOwner {
        entryPoint.withdrawTo(withdrawAddress, amount);
    }

    /// ERC-1822.
    function proxiableUUID() external pure returns (bytes32) {
        return IMPLEMENTATION;
    }

    function upgradeToAndCall(address newImplementation, bytes calldata data) external payable onlyOwner {
        require(OwnedAccount(payable(newImplementation)).proxiableUUID() == IMPLEMENTATION, "not an implementation");
        bytes32 slot = IMPLEMENTATION;
        assembly {
            sstore(slot, newImplementation)
        }
        emit Upgraded(newImplementation);
        if (data.length == 0) return;
        (bool done, bytes memory output) = newImplementation.delegatecall(data);
        if (!done) _throw(output);
    }

    function onERC721Received(address, address, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC721Received.selector;
    }

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

    /// ERC-165: receivers of ERC-721 and ERC-1155.
    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x150b7a02 || id == 0x4e2312e0;
    }

    /// 0 for the owner's signature, 1 for another one; pays what is missing.
    function _validate(bytes32 digest, bytes calldata signature, uint256 missing) internal returns (uint256 result) {
        require(msg.sender == address(entryPoint), "account: not from EntryPoint");
        require(signature.length == 65, "ECDSA: invalid signature length");
        address signer = ecrecover(
            digest, uint8(signature[64]), bytes32(signature[:32]), bytes32(signature[32:64])
        );
        require(signer != address(0), "ECDSA: invalid signature");
        if (signer != owner) result = 1;
        if (missing > 0) {
            // Whether it arrived is for the entry point to see.
            (bool paid,) = msg.sender.call{value: missing}("");
            (paid);
        }
    }

    function _personal(bytes32 hash) internal pure returns (bytes32) {
        return keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n32", hash));
    }

    function _call(address to, uint256 value, bytes calldata data) internal {
        (bool done, bytes memory output) = to.call{value: value}(data);
        if (!done) _throw(output);
    }

    function _throw(bytes memory output) private pure {
        assembly {
            revert(add(output, 32), mload(output))
        }
    }
}
