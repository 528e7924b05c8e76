// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Owned} from "./base/Owned.sol";

interface IERC721Receiver {
    function onERC721Received(address operator, address from, uint256 tokenId, bytes calldata data)
        external
        returns (bytes4);
}

/// @title An honest ERC-721 collection that its owner mints, with metadata at `baseURI` + id.
contract Collectible721 is Owned {
    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);
    event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    string public name;
    string public symbol;
    string public baseURI;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => bool)) public isApprovedForAll;
    mapping(uint256 => address) private _owners;
    mapping(uint256 => address) private _approved;

    constructor(string memory name_, string memory symbol_, string memory baseURI_, address owner_) {
        name = name_;
        symbol = symbol_;
        baseURI = baseURI_;
        _setOwner(owner_);
    }

    function mint(address to, uint256 tokenId) external onlyOwner {
        require(to != address(0) && _owners[tokenId] == address(0), "ERC721: token already minted");
        _owners[tokenId] = to;
        balanceOf[to]++;
        totalSupply++;
        emit Transfer(address(0), to, tokenId);
    }

    function ownerOf(uint256 tokenId) public view returns (address holder) {
        holder = _owners[tokenId];
        require(holder != address(0), "ERC721: invalid token ID");
    }

    function getApproved(uint256 tokenId) external view returns (address) {
        ownerOf(tokenId);
        return _approved[tokenId];
    }

    function tokenURI(uint256 tokenId) external view returns (string memory) {
        ownerOf(tokenId);
        if (tokenId == 0) return string.concat(baseURI, "0");
        uint256 length;
        for (uint256 rest = tokenId; rest > 0; rest /= 10) length++;
        bytes memory digits = new bytes(length);
        for (uint256 rest = tokenId; rest > 0; rest /= 10) digits[--length] = bytes1(uint8(48 + rest % 10));
        return string.concat(baseURI, string(digits));
    }

    function approve(address to, uint256 tokenId) external {
        address holder = ownerOf(tokenId);
        require(msg.sender == holder || isApprovedForAll[holder][msg.sender], "ERC721: not owner nor operator");
        _approved[tokenId] = to;
        emit Approval(holder, to, tokenId);
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function transferFrom(address from, address to, uint256 tokenId) public {
        require(ownerOf(tokenId) == from && to != address(0), "ERC721: wrong owner or recipient");
        require(
            msg.sender == from || isApprovedForAll[from][msg.sender] || _approved[tokenId] == msg.sender,
            "ERC721: caller is not token owner or approved"
        );
        delete _approved[tokenId];
        balanceOf[from]--;
        balanceOf[to]++;
        _owners[tokenId] = to;
        emit Transfer(from, to, tokenId);
    }

    function safeTransferFrom(address from, address to, uint256 tokenId) external {
        safeTransferFrom(from, to, tokenId, "");
    }

    function safeTransferFrom(address from, address to, uint256 tokenId, bytes memory data) public {
        transferFrom(from, to, tokenId);
        require(
            to.code.length == 0
                || IERC721Receiver(to).onERC721Received(msg.sender, from, tokenId, data)
                    == IERC721Receiver.onERC721Received.selector,
            "ERC721: transfer to non ERC721Receiver implementer"
        );
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x80ac58cd || id == 0x5b5e139f;
    }
}
